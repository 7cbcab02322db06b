import { describe, expect, it } from "@jest/globals";
import { registryDelegation } from "../../../provider/kinds/registry-delegation/fields";
import { concealed } from "../../../provider/state/concealed";

const resource = "arn:aws:ecr:eu-central-1:123456789012:repository/app";

describe("Outputs of an object that is not as the program has it", () => {
  it("never say of an argument that only another object can have otherwise what the program says by now", () => {
    const outputs = concealed(registryDelegation, { name: "own", resource }, { name: "other", resource });
    expect(outputs).toEqual({ name: "(not as the program has it)", resource });
  });

  it("keep what the program says where it is the same", () => {
    const outputs = { name: "own", resource };
    expect(concealed(registryDelegation, outputs, outputs)).toEqual(outputs);
  });
});
