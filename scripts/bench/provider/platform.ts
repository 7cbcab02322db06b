import { startEmulator } from "../../../emulator";

/** A platform in a process of its own, where everything is ready at once and nothing is limited. */
void startEmulator({
  rateLimit: false,
  settings: { provisioningMs: 0, startingMs: 0, creditUsd: 1e9, spendingCapPerHourUsd: 1e9 },
}).then(({ apiUrl, apiKey, store }) => {
  store.capacity.setFree({}, 10_000);
  process.on("disconnect", () => process.exit());
  process.send?.({ apiUrl, apiKey });
});
