/** The member that marks an envelope, and the value for a secret (`sdk/go/common/resource` of Pulumi). */
export const mark = "4dabf18193072939515e22adb298388d";
export const secretEnvelope = "1b47061264138c4ac30d75fd1eb44270";

/** A secret in the form of engines. */
export const inEnvelope = (value: unknown) => ({ [mark]: secretEnvelope, value });
