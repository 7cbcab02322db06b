import { shortDigest } from "../provider/state/identity";
import { dynamicType, packageName } from "./names";

/** What identifies a resource in the journal: the same for the dynamic class and for the plugin, so that it does not change on the way over. */
export const resourceKeyOf = (urn: string): string => shortDigest(dynamicUrn(urn));

/** The URN that the same resource has as a dynamic one. */
function dynamicUrn(urn: string): string {
  const [stack = "", project = "", types = "", ...name] = urn.split("::");
  const plain = types.split("$").map((type) => {
    const [, kind] = new RegExp(`^${packageName}:index:(\\w+)$`).exec(type) ?? [];
    return kind === undefined ? type : dynamicType(kind);
  });
  return [stack, project, plain.join("$"), ...name].join("::");
}
