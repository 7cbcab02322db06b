/** The member that marks an envelope, and what it is an envelope of (`sdk/go/common/resource` of Pulumi). */
export const mark = "4dabf18193072939515e22adb298388d";
export const secretEnvelope = "1b47061264138c4ac30d75fd1eb44270";

/** A secret as engines write and read it. */
export const inEnvelope = (value: unknown) => ({ [mark]: secretEnvelope, value });
