/** Lets calls of one name run one after another, in the order in which they came. */
export class Turns {
  private readonly last = new Map<string, Promise<unknown>>();

  async take<T>(name: string, call: () => Promise<T>): Promise<T> {
    const turn = (this.last.get(name) ?? Promise.resolve()).then(call, call);
    this.last.set(name, turn);
    try {
      return await turn;
    } finally {
      if (this.last.get(name) === turn) this.last.delete(name);
    }
  }
}
