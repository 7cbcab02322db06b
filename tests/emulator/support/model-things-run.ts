import assert from "node:assert/strict";
import type { Caller } from "./model-caller";
import type { Operation } from "./model-steps";

export type ThingOperation = Extract<Operation, { readonly on: "things" }>;

/** Templates, secrets, delegations and keys, on both sides. */
export async function thingStep(caller: Caller, operation: ThingOperation): Promise<void> {
  const { model } = caller;
  const { things } = model;
  switch (operation.op) {
    case "create template": {
      const { name, image, env, serverless } = operation;
      const registry = caller.pick("registries", operation.registry);
      const body = { name, image, env, serverless, startJupyter: false, ...(registry !== undefined && { registry }) };
      const expected = () => things.canCreateTemplate(name, registry === undefined || model.registries.has(registry));
      return caller.call("POST", "/v2/templates", body, expected, "templates", (id) =>
        things.templates.set(id, { name, image, env, serverless, registry: registry ?? null }),
      );
    }
    case "patch template": {
      const id = caller.pick("templates", operation.what);
      const { change } = operation;
      return caller.call("PATCH", `/v2/templates/${id}`, change, () => things.patchTemplate(id, change));
    }
    case "delete template": {
      const id = caller.pick("templates", operation.what);
      const isUsed = () => [...model.clusters.values()].some(({ template }) => template === id);
      return caller.call("DELETE", `/v2/templates/${id}`, undefined, () => things.deleteTemplate(id, isUsed()));
    }
    case "create secret": {
      const { name } = operation;
      const body = { name, value: "v" };
      return caller.call(
        "POST",
        "/v2/account/secrets",
        body,
        () => things.canCreateSecret(name),
        "secrets",
        (id) => things.secrets.set(id, { name, description: null }),
      );
    }
    case "patch secret": {
      const id = caller.pick("secrets", operation.what);
      const { description } = operation;
      const body = { value: "w", ...(description !== undefined && { description }) };
      return caller.call("PATCH", `/v2/account/secrets/${id}`, body, () => things.patchSecret(id, description));
    }
    case "create delegation": {
      const resource = "arn:aws:ecr:eu-west-1:123456789012:repository/team/app";
      const { name } = operation;
      return caller.call(
        "POST",
        "/v2/registries/delegations",
        { resource, name },
        () => 201,
        "delegations",
        (id) => things.delegations.set(id, name),
      );
    }
    case "delete thing": {
      const { kind } = operation;
      const id = caller.pick(kind, operation.what);
      const path = kind === "secrets" ? "/v2/account/secrets" : "/v2/registries/delegations";
      return caller.call("DELETE", `${path}/${id}`, undefined, () => things.delete(kind, id));
    }
    case "put keys": {
      const { keys } = operation;
      return caller.call("PUT", "/v2/account/ssh-keys", { keys }, () => things.putKeys(keys));
    }
  }
}

/** All of them as the platform lists them, against what the model holds. */
export async function compareThings(caller: Caller): Promise<void> {
  const { things } = caller.model;
  const [templates, secrets, delegations, keys] = await Promise.all([
    caller.listed("templates"),
    caller.listed("secrets"),
    caller.listed("delegations"),
    caller.platform.get("/v2/account/ssh-keys"),
  ]);
  const byId = (entries: Iterable<readonly [string, unknown]>) => Object.fromEntries(entries);
  assert.deepEqual(
    byId(
      templates.map(({ id, name, image, env, serverless, registry }) => [
        id,
        { name, image, env, serverless, registry },
      ]),
    ),
    byId(things.templates),
  );
  assert.deepEqual(byId(secrets.map(({ id, name, description }) => [id, { name, description }])), byId(things.secrets));
  assert.deepEqual(byId(delegations.map(({ id, name }) => [id, name])), byId(things.delegations));
  assert.deepEqual(keys.body.keys, things.sshKeys);
}
