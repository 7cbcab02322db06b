/**
 * The bytes of details that every receiver of an error takes: Node's HTTP/2 library takes 64 KiB of a trailer, which holds
 * the details in base64. Node 20 never ends a call with more.
 */
export const mostInDetails = 47 * 1_024;

/** The bytes of an error's text. A trailer holds it percent-encoded, and the details hold it twice. */
const mostInText = 12 * 1_024;

/** An error's text in well-formed Unicode, without its middle if it is too long for the trailers. */
export function fitting(text: string): string {
  const bytes = Buffer.from(text);
  if (bytes.length <= mostInText) return text.toWellFormed();
  const half = mostInText / 2 - 50;
  const [head, tail] = [bytes.subarray(0, half), bytes.subarray(-half)].map((part) => part.toString());
  return `${head!.replace(/\ufffd+$/, "")}\n[… ${bytes.length - 2 * half} bytes left out …]\n${tail!.replace(/^\ufffd+/, "")}`;
}
