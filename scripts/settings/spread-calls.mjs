const taking = /^(push|unshift|splice|concat|max|min|fromCharCode|fromCodePoint)$/;

/**
 * Finds `list.push(...more)` and `Math.max(...numbers)`: each element is an argument, of which a call takes some 100,000. A list that the
 * code itself writes down, or a tuple, is as long as it looks.
 */
export const spreadCalls = {
  meta: {
    type: "problem",
    schema: [],
    messages: { many: "A call takes some 100,000 arguments: use append, largest or smallest (values/many.ts)." },
  },
  create(context) {
    const services = context.sourceCode.parserServices;
    const checker = services.program.getTypeChecker();
    const isShort = (node) => node.type === "ArrayExpression" || checker.isTupleType(services.getTypeAtLocation(node));
    return {
      "CallExpression > SpreadElement"(node) {
        const { callee } = node.parent;
        if (callee.type === "MemberExpression" && taking.test(callee.property.name) && !isShort(node.argument))
          context.report({ node, messageId: "many" });
      },
    };
  },
};
