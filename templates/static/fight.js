// Old links: the fight companion is the first page now, and takes the same words.
location.replace("index.html" + location.search + location.hash);
