// What the program of the engine's tests can be told to register. The same code runs below the local engine, in a
// process of its own or not, and below the CLI, so that their calls, states and outcomes can be compared.
const pulumi = require("@pulumi/pulumi");

/** A dynamic resource whose provider is the recorded cloud beside this program, loaded by name at run time. */
class Thing extends pulumi.CustomResource {
  constructor(name, spec, args, options) {
    const variant = spec.provider ?? "full";
    const comment = spec.code ? `/* ${spec.code} */` : "";
    const load = `require("module").createRequire(process.cwd()+"/")("./cloud").${variant}`;
    const provider = `${comment}exports.handler=()=>${load}`;
    const outputs = { server: undefined, secretName: undefined };
    super(spec.type ?? "pulumi-nodejs:dynamic/test:Thing", name, { ...outputs, ...args, __provider: provider }, options);
  }
}

/** A resource of the plugin beside this program. */
class PluginThing extends pulumi.CustomResource {
  constructor(name, spec, args, options) {
    const outputs = { server: undefined, secretName: undefined };
    super(spec.type ?? "test:index:Thing", name, { ...outputs, ...args }, { version: spec.version ?? "1.2.3", ...options });
  }
}

/** A provider of that plugin, which resources name by the option `provider`. */
class TestProvider extends pulumi.ProviderResource {
  constructor(name, args, options) {
    super("test", name, args, { version: "1.2.3", ...options });
  }
}

class Group extends pulumi.ComponentResource {
  constructor(name, spec, args, options) {
    super(spec.type ?? "test:index:Group", name, args, options);
  }
}

let made = {};

/**
 * `{"$ref": "a.server"}`, `{"$secret": value}`, `{"$config": "key"}` (`$secretConfig`), `{"$output": "reference.name"}`,
 * `{"$invoke": "token", "args": …}`; all else is as it stands.
 */
function value(spec) {
  if (Array.isArray(spec)) return spec.map(value);
  if (spec === null || typeof spec !== "object") return spec;
  if ("$ref" in spec) {
    const [name, ...path] = spec.$ref.split(".");
    return path.reduce((found, key) => found[key], made[name]);
  }
  if ("$secret" in spec) return pulumi.secret(value(spec.$secret));
  if ("$config" in spec) return new pulumi.Config(spec.namespace).get(spec.$config);
  if ("$secretConfig" in spec) return new pulumi.Config(spec.namespace).getSecret(spec.$secretConfig);
  if ("$output" in spec) return made[spec.$output.split(".")[0]].getOutput(spec.$output.split(".")[1]);
  if ("$invoke" in spec) return invoke(spec);
  if ("$concat" in spec) return pulumi.all(spec.$concat.map(value)).apply((parts) => parts.join(""));
  return Object.fromEntries(Object.entries(spec).map(([key, inner]) => [key, value(inner)]));
}

function invoke(spec) {
  const version = spec.$invoke.startsWith("test:") ? { version: "1.2.3" } : {};
  const options = { ...version, ...(spec.provider ? { provider: made[spec.provider] } : {}) };
  return pulumi.output(value(spec.args)).apply((args) => pulumi.runtime.invoke(spec.$invoke, args, options));
}

function optionsOf(spec) {
  const { provider, parent, dependsOn, deletedWith, aliases, transforms, ...rest } = spec.options ?? {};
  return {
    ...rest,
    ...(transforms ? { transforms: transforms.map(transform) } : {}),
    ...(provider ? { provider: made[provider] } : {}),
    ...(parent ? { parent: made[parent] } : {}),
    ...(dependsOn ? { dependsOn: dependsOn.map((name) => made[name]) } : {}),
    ...(deletedWith ? { deletedWith: made[deletedWith] } : {}),
    ...(aliases ? { aliases: aliases.map(alias) } : {}),
  };
}

const alias = (spec) => (spec.parent ? { ...spec, parent: made[spec.parent] } : spec.noParent ? { parent: pulumi.rootStackResource, ...spec, noParent: undefined } : spec);

/** Changes what `only` names, or everything but the stack: sets `args`, adds to the list `order`, has other `options`. */
const transform =
  (spec) =>
  ({ type, name, props, opts }) => {
    if (spec.throw) throw new Error(spec.throw);
    if (type === "pulumi:pulumi:Stack" || (spec.only && !spec.only.includes(name))) return undefined;
    const order = spec.order ? { order: [...(props.order ?? []), spec.order] } : {};
    return { props: { ...props, ...order, ...value(spec.args ?? {}) }, opts: { ...opts, ...optionsOf(spec) } };
  };

function make(spec) {
  const args = value(spec.args ?? {});
  if (spec.get) return new Thing(spec.name, spec, args, { ...optionsOf(spec), id: value(spec.get) });
  if (spec.stackReference) return new pulumi.StackReference(spec.name, { name: spec.stackReference }, optionsOf(spec));
  if (spec.component) {
    const group = new Group(spec.name, spec, args, optionsOf(spec));
    made[spec.name] = group;
    for (const child of spec.children ?? []) made[child.name] = make({ ...child, options: { parent: spec.name, ...child.options } });
    group.registerOutputs(value(spec.outputs ?? {}));
    return group;
  }
  if (spec.isProvider) return new TestProvider(spec.name, args, optionsOf(spec));
  if (spec.plugin) return new PluginThing(spec.name, spec, args, optionsOf(spec));
  return new Thing(spec.name, spec, args, optionsOf(spec));
}

/** Registers what the specification says, and returns the stack's outputs. */
exports.run = (program) => {
  made = {};
  for (const line of program.log ?? []) console.log(line);
  for (const spec of program.transforms ?? []) pulumi.runtime.registerResourceTransform(transform(spec));
  for (const spec of program.resources ?? []) made[spec.name] = make(spec);
  for (const message of program.errors ?? []) pulumi.log.error(message);
  if (program.throw) throw new Error(program.throw);
  if (program.exit !== undefined) process.exit(program.exit);
  return value(program.outputs ?? {});
};
