/** As much of a document as the emulator's page uses: enough to run its script and read what it shows. */
export class TinyElement {
  readonly children: TinyElement[] = [];
  readonly dataset: Record<string, string> = {};
  className = "";
  /** Of a dialog. */
  open = false;
  /** Set by the page's script, for what a click does. */
  readonly onclick?: () => void;
  private own = "";

  constructor(readonly name: string) {}

  get textContent(): string {
    return this.own + this.children.map(({ textContent }) => textContent).join("");
  }

  set textContent(text: string) {
    this.children.length = 0;
    this.own = text;
  }

  readonly attributes: Record<string, string> = {};
  setAttribute(name: string, value: string): void {
    this.attributes[name] = value;
  }

  append(...elements: TinyElement[]): void {
    this.children.push(...elements);
  }

  replaceChildren(...elements: TinyElement[]): void {
    this.textContent = "";
    this.append(...elements);
  }

  showModal(): void {
    this.open = true;
  }

  /** The element with this text that does something when it is clicked: a button, or a row that begins with it. */
  clickable(text: string): TinyElement | undefined {
    const isIt = this.onclick && (this.name === "tr" ? this.children[0]?.textContent : this.textContent) === text;
    return isIt ? this : this.children.map((child) => child.clickable(text)).find((found) => found !== undefined);
  }

  /** Texts of the cells, row by row. */
  rows(): string[][] {
    const below = this.children.flatMap((child) => child.rows());
    return this.name === "tr" ? [this.children.map(({ textContent }) => textContent)] : below;
  }
}

export class TinyDocument {
  readonly body = new TinyElement("body");
  private readonly byId = new Map<string, TinyElement>();

  createElement(name: string): TinyElement {
    return new TinyElement(name);
  }

  createElementNS(_space: string, name: string): TinyElement {
    return new TinyElement(name);
  }

  getElementById(id: string): TinyElement {
    const found = this.byId.get(id) ?? new TinyElement("div");
    this.byId.set(id, found);
    return found;
  }
}
