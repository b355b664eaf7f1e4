/* Parts of SVG. */
LuckAtlas.draw = (function () {
  "use strict";

  const SVG = "http://www.w3.org/2000/svg";

  return function (parent, name, attributes, text) {
    const element = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    if (text !== undefined) element.textContent = text;
    if (parent) parent.append(element);
    return element;
  };
})();
