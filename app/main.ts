// For a start by this name. `npm start` and the container image use the file itself, which takes less memory.
import './program/entry.js';
