// The page on which the user decides. All that it shows is text.

import { showQuestion } from './approval-page.js';

showQuestion(document, (globalThis.browser ?? globalThis.chrome).runtime);
