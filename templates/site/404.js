(function () {
  // This page stands in for any missing one, so its links must be told where the site begins: before the last of its
  // folders in the address. The host is named, or an address that begins with two slashes would name another.
  var path = location.pathname;
  var folder = path.match(/^(.*\/)(?:atlas|data|engine|licences|print|rules|static)\//);
  var root = location.protocol + "//" + location.host + (folder ? folder[1] : path.replace(/[^/]*$/, ""));
  document.querySelectorAll("a").forEach(function (link) {
    link.href = root + link.getAttribute("href");
  });
})();
