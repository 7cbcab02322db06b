import type { Clock } from "../client/clock";
import type { Notify } from "../provider/host/notify";

const patienceMs = 2_000;

/** Lines in the engine's own display: what a plugin prints is hidden. What can't be said is no reason to fail. */
export function engineLog(address: string, clock: Clock): Notify {
  const say = async (severity: "INFO" | "WARNING", message: string, urn = "", isPassing = false): Promise<void> => {
    const [{ credentials, Metadata }, { LogRequest, LogSeverity }, { EngineClient }] = await Promise.all([
      import("@grpc/grpc-js"),
      import("@pulumi/pulumi/proto/engine_pb.js"),
      import("@pulumi/pulumi/proto/engine_grpc_pb.js"),
    ]);
    const client = new EngineClient(address, credentials.createInsecure(), { "grpc.enable_http_proxy": 0 });
    const request = new LogRequest().setSeverity(LogSeverity[severity]).setMessage(message).setUrn(urn);
    request.setEphemeral(isPassing);
    await new Promise<void>((resolve) => {
      client.log(request, new Metadata(), { deadline: clock.now() + patienceMs }, () => resolve());
    });
    client.close();
  };
  const quietly = (severity: "INFO" | "WARNING", message: string, urn?: string, isPassing?: boolean) =>
    say(severity, message, urn, isPassing).catch(() => undefined);
  return {
    warn: (message, urn) => quietly("WARNING", message, urn),
    info: (message, urn) => quietly("INFO", message, urn),
    status: (message, urn) => quietly("INFO", message, urn, true),
  };
}
