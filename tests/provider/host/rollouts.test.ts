import { expect, it } from "@jest/globals";
import { Rollouts } from "../../../provider/host/rollouts";

it("names the pods that do not come back in the order of their names, whichever was lost first", async () => {
  const rollout = new Rollouts().of("workers");
  const pods = ["worker-2", "worker-10"].map((name, index) => ({ id: `p${index}`, name }));
  for (const pod of pods) {
    await rollout.waitForTurn(pod, 2, undefined);
    rollout.markAway(pod);
  }
  const next = rollout.waitForTurn({ id: "p9", name: "worker-11" }, 2, undefined);
  for (const { id, name } of [...pods].reverse())
    rollout.markLost(id, { why: "it is in ERROR", said: [`${name} failed`] });
  await expect(next).rejects.toThrow(
    /worker-2 \(p0\): it is in ERROR; worker-10 \(p1\): it is in ERROR\.\n.*\n {2}worker-2: worker-2 failed\n {2}worker-10: worker-10 failed\n/,
  );
});
