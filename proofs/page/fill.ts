import { request } from "undici";
import type { Emulator } from "../../emulator";

/** Hostile names among plain ones: a name is anything that the platform takes. */
export const hostileName = `<img src=x onerror="document.title='broken'"><script>document.title='broken'</script>`;

/** An account with so many pods, and one or two of everything else. */
export async function fill(emulator: Emulator, size: number): Promise<void> {
  const post = async (path: string, body: object) => {
    const headers = { authorization: `Bearer ${emulator.apiKey}`, "content-type": "application/json" };
    const answer = await request(emulator.apiUrl + path, { method: "POST", headers, body: JSON.stringify(body) });
    const text = await answer.body.text();
    if (answer.statusCode >= 300) throw new Error(`POST ${path} answered ${answer.statusCode}: ${text}`);
  };
  await post("/_emulator/settings", { rateLimit: null, creditUsd: 1e6, spendingCapPerHourUsd: 1e6 });
  await post("/_emulator/capacity", { free: 10_000 });
  for (let i = 0; i < size; i++) await post("/v2/pods", pod(i));
  await post("/v2/network-volumes", { name: "datasets", size: 500, dataCenter: "EU-XX-1" });
  await post("/v2/registries", { name: "acme", username: "puller", password: "page-secret" });
  await emulator.clock.advance(2 * 3_600_000);
  await post("/_emulator/settings", { rateLimit: { minute: 60, hour: 600, day: 6_000 } });
  const missing = await request(`${emulator.apiUrl}/v2/pods/none`, {
    headers: { authorization: `Bearer ${emulator.apiKey}` },
  });
  await missing.body.dump();
}

const gpus = ["NVIDIA L40S", "NVIDIA A40"];

function pod(i: number) {
  const name = i === 0 ? hostileName : `${i % 2 === 0 ? "trainer" : "server"}-${i}`;
  const hardware =
    i % 3 === 0 ? { cpu: { id: "cpu3c", vcpuCount: 2 }, disk: 10 } : { gpu: { id: gpus[i % 2], count: 1 } };
  return { name, image: `registry.example.com/acme/trainer:1.${i % 9}`, env: { TOKEN: "page-secret" }, ...hardware };
}
