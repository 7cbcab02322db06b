/** A number that follows from a text, 32 bits; FNV-1a. Used where the platform would roll dice, so that runs repeat. */
export function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193) >>> 0;
  return hash;
}

/** Address of a pod's machine, from the range for documentation. The same while the pod exists (P-63). */
export const hostIp = (podId: string) => `203.0.113.${1 + (hashOf(podId) % 254)}`;

/** Public number of a TCP port; another one after each boot (P-55). */
export const publicPort = (podId: string, port: number, boots: number) =>
  30_000 + ((hashOf(`${podId}/${port}`) + boots * 7919) % 10_000);
