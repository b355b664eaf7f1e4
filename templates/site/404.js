(function () {
  // This page stands in for any missing one, so its links must be told where the site begins.
  var path = location.pathname;
  var folder = path.match(/^(.*?\/)(?:atlas|data|licences|print|static)\//);
  var root = folder ? folder[1] : path.replace(/[^/]*$/, "");
  document.querySelectorAll("a").forEach(function (link) {
    link.href = root + link.getAttribute("href");
  });
})();
