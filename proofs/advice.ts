/** What an earlier run left of a resource, by its refusal: an engine was handed it and was killed before it wrote its state. */
export const leftBy = (said: string): string | undefined => /an earlier run made \w+ (\w+) \(/.exec(said)?.[1];

/** The object that an error says to adopt, as people read it there. */
export function advised(said: string): { readonly name: string; readonly id: string } | undefined {
  const [, name, id] = /creating the \w+ "([^"]+)" got no clear answer[^\n]* and (\w+) has that name/.exec(said) ?? [];
  return name !== undefined && id !== undefined ? { name, id } : undefined;
}
