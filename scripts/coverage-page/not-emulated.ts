/** What the platform has and the emulator does not, or only stands in for. Each line is a sentence for users. */
export const notEmulated: readonly string[] = [
  "Queue operations outside the contract (section 12.10): `…/openai/*`, the `…/batch` family and `GET …/requests` answer 404.",
  "A load balancer's own host (section 0.3): its addresses are shown, nothing listens there, and its workers follow `workers.min` only (E-43).",
  "Builds do not start by themselves: `POST /_emulator/builds` begins one (E-18), and builds have no `/logs` (E-9).",
  "The vendor's shared public endpoints: nobody uses them, so their bill is empty (B-4).",
  "Prices are made up. Disks and cluster networks, for which the contract names amounts but no price, are billed and taken from the balance at prices of the emulator's own; `cost` and the spending cap count compute alone (P-61, P-19).",
  "No fee is ever charged: `feeAmount` is 0 (B-11).",
  "Utilization, addresses and public ports are made up, from the pod's id; `interruptible`, `gpuTypePriority` and the bandwidth filters of v1 have no effect (O-27).",
  "No container runs: images are not pulled, SSH and Jupyter do not answer, and log lines are the emulator's own or those it is told to print.",
  "Logs of pods and workers are not kept across a restart from a state file; a stream resumed by its cursor starts at the oldest kept line (L-9).",
  "A programmed job handler does not survive a restart either: the job it worked on runs into its execution timeout.",
  "The allowance per running worker (J-67) is not published and is 0 unless set; so is the number of automatic retries (J-51).",
  'The number of workers is not capped by the balance (E-46, a choice of the contract); `POST /_emulator/settings {"workerQuota"}` caps it.',
];
