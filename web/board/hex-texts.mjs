// The words of Hive and Mississippi Queen, in the language of the page.
import { addTexts } from "../i18n.mjs";
import texts from "../i18n/hexes.mjs";

addTexts(texts);

export { lang, onLang, say, sentence, t } from "../i18n.mjs";
