import type { Clock } from "../client/clock";
import type { Notify } from "../provider/host/notify";

const patienceMs = 2_000;

/** Lines in the engine's own display: what a plugin prints is hidden. What can't be said is no reason to fail. */
export function engineLog(address: string, clock: Clock): Notify {
  const say = async (severity: "INFO" | "WARNING", message: string): Promise<void> => {
    const [{ credentials, Metadata }, { LogRequest, LogSeverity }, { EngineClient }] = await Promise.all([
      import("@grpc/grpc-js"),
      import("@pulumi/pulumi/proto/engine_pb.js"),
      import("@pulumi/pulumi/proto/engine_grpc_pb.js"),
    ]);
    const client = new EngineClient(address, credentials.createInsecure());
    const request = new LogRequest().setSeverity(LogSeverity[severity]).setMessage(message);
    await new Promise<void>((resolve) => {
      client.log(request, new Metadata(), { deadline: clock.now() + patienceMs }, () => resolve());
    });
    client.close();
  };
  const quietly = (severity: "INFO" | "WARNING", message: string) => say(severity, message).catch(() => undefined);
  return { warn: (message) => quietly("WARNING", message), info: (message) => quietly("INFO", message) };
}
