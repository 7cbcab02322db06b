import ts from "typescript";

const anyText = ts.TypeFlags.String | ts.TypeFlags.TemplateLiteral | ts.TypeFlags.Any;

/**
 * Finds `object[name]` and `name in object` where any text may be the name: a variable of a user's may be called `constructor`,
 * and every object inherits one. Lists have no such names, and assignments and deletions concern own members.
 */
export const ownMembers = {
  meta: {
    type: "problem",
    schema: [],
    messages: {
      read: "The name may be any text, as `constructor`: use ownMember (values/own-member.ts) or a Map.",
      contains: "The name may be any text, as `constructor`: use Object.hasOwn.",
    },
  },
  create(context) {
    const services = context.sourceCode.parserServices;
    const checker = services.program.getTypeChecker();
    const isAnyText = (type) =>
      type.isUnion()
        ? type.types.some(isAnyText)
        : (((type.flags & ts.TypeFlags.TypeParameter && checker.getBaseConstraintOfType(type)) || type).flags &
            anyText) !==
          0;
    const isList = (type) =>
      type.isUnion()
        ? type.types.every(isList)
        : checker.isArrayLikeType(checker.getApparentType(type)) || (type.flags & ts.TypeFlags.StringLike) !== 0;
    const isRead = (node, { parent } = node) =>
      !(parent.type === "AssignmentExpression" && parent.left === node && parent.operator === "=") &&
      !(parent.type === "UnaryExpression" && parent.operator === "delete");
    return {
      "MemberExpression[computed=true]"(node) {
        const isNamed = isAnyText(services.getTypeAtLocation(node.property));
        if (isNamed && isRead(node) && !isList(services.getTypeAtLocation(node.object)))
          context.report({ node, messageId: "read" });
      },
      "BinaryExpression[operator='in']"({ left }) {
        if (left.type !== "PrivateIdentifier" && isAnyText(services.getTypeAtLocation(left)))
          context.report({ node: left, messageId: "contains" });
      },
    };
  },
};
