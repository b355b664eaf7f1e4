(function () {
  // This page stands in for any other, so its links must be told where the site begins: before the last of its
  // folders in the address. The host is named, or an address that begins with two slashes would name another.
  var path = location.pathname;
  var folder = path.match(/^(.*\/)(?:adventures|atlas|data|engine|licences|print|rules|static)\//);
  var root = location.protocol + "//" + location.host + (folder ? folder[1] : path.replace(/[^/]*$/, ""));
  document.querySelectorAll("li a").forEach(function (link) {
    if (!/^https?:/.test(link.getAttribute("href"))) link.href = root + link.getAttribute("href");
  });
  // Where the page is only out of reach: as soon as there is a connection.
  var again = document.querySelector(".again");
  if (again) {
    again.href = location.href;
    addEventListener("online", function () { location.reload(); });
  }
})();
