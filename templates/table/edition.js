/* What this edition of the atlas is made for, as the page itself says it. */
window.LuckAtlas = window.LuckAtlas || {};
LuckAtlas.edition = JSON.parse(document.getElementById("edition").textContent);
