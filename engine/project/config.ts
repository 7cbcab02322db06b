import { quoted } from "../../values/shell";
import { realpathSync } from "node:fs";
import { join } from "node:path";
import { Document, isMap, isScalar, type Pair, type Scalar, visit, YAMLMap } from "yaml";
import { EngineError, unsupported } from "../errors";
import { forEverybody, ifThere, readIfThere, writeWhole } from "../../disk";
import { checkStackName } from "./names";
import type { Crypter } from "../state/secrets";
import { readYaml } from "./yaml";

/** One setting as programs see it: always a string; a structured value as JSON. */
export interface ConfigValue {
  readonly value: string;
  readonly secret: boolean;
  /** The secrets in it: the value itself, or those inside a structured one. */
  readonly secrets: readonly string[];
  /** It is the JSON text of a list or a map. */
  readonly isStructured?: true;
}

/** Settings by full key, `namespace:name`. */
export type Config = ReadonlyMap<string, ConfigValue>;

/** Pulumi.<stack>.yaml: read as a document, so that comments and order survive a change. */
export class ConfigFile {
  private constructor(
    readonly path: string,
    private readonly document: Document,
    private readonly project: string,
  ) {}

  static async open(directory: string, project: string, stack: string): Promise<ConfigFile> {
    const path = join(directory, `Pulumi.${checkStackName(stack)}.yaml`);
    const { document } = readYaml(path, readIfThere(path) ?? "", { intAsBigInt: true });
    if (document.has("environment")) throw unsupported(`environments (${path})`);
    const provider = document.get("secretsprovider");
    if (provider !== undefined && provider !== "passphrase")
      throw unsupported(`the secrets provider of ${path}, only passphrase`);
    const config = document.get("config") ?? undefined;
    if (config !== undefined && !isMap(config))
      throw new EngineError("project", `${path} can't be read: its config is not a map of keys to values`);
    return new ConfigFile(path, document, project);
  }

  get salt(): string | undefined {
    const salt = this.document.get("encryptionsalt");
    return typeof salt === "string" ? salt : undefined;
  }

  setSalt(salt: string): void {
    const { contents } = this.document;
    if (!this.salt && isMap(contents) && contents.items.length > 0)
      contents.items.unshift(this.document.createPair("encryptionsalt", salt));
    else this.document.set("encryptionsalt", salt);
  }

  hasSecrets(): boolean {
    let found = false;
    visit(this.document, {
      Pair: (_, pair) => {
        if (isScalar(pair.key) && pair.key.value === "secure") found = true;
      },
    });
    return found;
  }

  /** Sets a value; keys without a namespace are the project's. */
  set(key: string, value: string, crypter: Crypter | undefined): void {
    const node = this.document.createNode(crypter ? { secure: crypter.encrypt(value) } : value);
    if (this.entries.items.length === 0) this.document.set("config", new YAMLMap());
    const [first, ...others] = this.pairsOf(key);
    if (first) [first.key, first.value] = [this.document.createNode(this.fullKey(key)), node];
    else this.document.setIn(["config", this.fullKey(key)], node);
    this.take(others);
  }

  /** @returns whether it was set. */
  remove(key: string): boolean {
    return this.take(this.pairsOf(key));
  }

  /** The entries of a key: the file may spell it with and without its namespace. */
  private pairsOf(key: string): Pair[] {
    const full = this.fullKey(key);
    return this.entries.items.filter((pair) => this.nameOf(pair) === full);
  }

  private take(pairs: readonly Pair[]): boolean {
    const { entries } = this;
    entries.items = entries.items.filter((pair) => !pairs.includes(pair));
    return pairs.length > 0;
  }

  private get entries(): YAMLMap {
    const config = this.document.get("config");
    return isMap(config) ? config : new YAMLMap();
  }

  private nameOf({ key }: Pair): string {
    return this.fullKey(String(isScalar(key) ? key.value : key));
  }

  /** @throws EngineError `project` if the file can't be written. */
  async save(): Promise<void> {
    try {
      // The target of a link is written, and the link stays.
      writeWhole(
        ifThere(() => realpathSync(this.path)) ?? this.path,
        this.document.toString({ lineWidth: 0 }),
        forEverybody,
      );
    } catch (cause) {
      const { code = String(cause) } = cause as NodeJS.ErrnoException;
      throw new EngineError(
        "project",
        `${this.path} can't be written (${code}). It keeps the settings of the stack and the salt of its secrets. ` +
          "Make its folder writable, or name another one by stackConfigDir in Pulumi.yaml. Nothing was changed.",
        { cause },
      );
    }
  }

  /** All values, or those of one namespace, decrypted. */
  read(decrypt: (cipher: string) => string, namespace?: string): Config {
    const values = new Map<string, ConfigValue>();
    for (const pair of this.entries.items) {
      const name = this.nameOf(pair);
      if (namespace === undefined || name.startsWith(`${namespace}:`))
        values.set(name, this.readValue(name, pair.value, decrypt));
    }
    return values;
  }

  /** All values for the history, with encrypted secrets. */
  sealed(): Record<string, unknown> {
    const kept = this.read((cipher) => cipher);
    const pairs = this.entries.items.map((pair) => {
      const [name, { value }] = [this.nameOf(pair), pair];
      return [name, isMap(value) && value.has("secure") ? { secure: value.get("secure") } : kept.get(name)?.value];
    });
    return Object.fromEntries(pairs) as Record<string, unknown>;
  }

  private fullKey(key: string): string {
    const parts = key.split(":");
    if (parts.length === 3 && parts[1] === "config") return `${parts[0]}:${parts[2]}`;
    return parts.length === 1 ? `${this.project}:${key}` : key;
  }

  private opened(name: string, cipher: string, decrypt: (cipher: string) => string): string {
    try {
      return decrypt(cipher);
    } catch (cause) {
      const why = `${name} in ${this.path} can't be decrypted: it was encrypted with another passphrase or salt, or changed since`;
      const remedy = `set it again with \`config set --secret ${quoted(name)}\`, or restore the file`;
      throw new EngineError("project", `${why}. To fix it, ${remedy}`, { cause });
    }
  }

  private readValue(name: string, node: unknown, decrypt: (cipher: string) => string): ConfigValue {
    if (node === null || isScalar(node)) return { value: scalarText(name, node), secret: false, secrets: [] };
    const secrets: string[] = [];
    const open = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.map(open);
      if (typeof value === "bigint") return Number(value);
      if (typeof value !== "object" || value === null) return value;
      const members = Object.entries(value);
      const [only] = members;
      if (members.length === 1 && only?.[0] === "secure" && typeof only[1] === "string") {
        const plain = this.opened(name, only[1], decrypt);
        secrets.push(plain);
        return plain;
      }
      return Object.fromEntries(members.map(([key, member]) => [key, open(member)]));
    };
    const opened = open((node as { toJS(document: Document): unknown }).toJS(this.document));
    const secret = { secret: secrets.length > 0, secrets };
    if (typeof opened === "string") return { value: opened, ...secret };
    return { value: JSON.stringify(opened), ...secret, isStructured: true };
  }
}

/** A scalar as the CLI's YAML library prints it. */
function scalarText(name: string, node: Scalar | null): string {
  const value = node?.value;
  if (value === null || value === undefined) return "";
  if (typeof value === "string") {
    if (!node?.type || node.type === "PLAIN") refuseDate(name, value);
    return value;
  }
  if (typeof value === "bigint" || typeof value === "boolean" || typeof value === "number") return String(value);
  throw unsupported(`the kind of value of ${name} in the stack's config`, "quote it");
}

function refuseDate(name: string, text: string): void {
  if (/^\d{4}-\d\d?-\d\d?([Tt ]|$)/.test(text))
    throw unsupported(`the unquoted date of ${name} in the stack's config`, `quote it: "${text}"`);
}
