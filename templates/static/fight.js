// Old links: the fight companion is the first page now, and takes the same words. A fight to replay stays here.
if (!new URLSearchParams(location.search).has("replay")) location.replace("index.html" + location.search + location.hash);
