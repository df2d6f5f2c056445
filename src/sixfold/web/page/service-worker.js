// The page without a network comes from here. Until it is installed, everything goes to the table as always.
self.addEventListener("install", () => self.skipWaiting());
