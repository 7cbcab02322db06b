/** Of what no list shows, and whose id is not known. */
export const untraceable = "nobody can tell whether it exists, since the platform lists no such objects";

/** What a command that ends an attempt does about such a one. */
export const forgetting = (command: string): string =>
  `${command} forgets the attempt and ends nothing; the next \`up\` then submits it again, which may be for the second time`;
