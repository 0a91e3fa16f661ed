// The words of the board, in the language of the page.
import { addTexts } from "../i18n.mjs";
import texts from "../i18n/board.mjs";

addTexts(texts);

export { lang, onLang, say, sentence, t } from "../i18n.mjs";
