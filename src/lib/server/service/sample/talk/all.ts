import { atlasTalk } from './atlas';
import { editorialTalk } from './editorial';
import { houseTalk } from './house';
import { privateTalk } from './private';
import { productionTalk } from './production';

export const allTalk = [
  ...houseTalk,
  ...atlasTalk,
  ...editorialTalk,
  ...productionTalk,
  ...privateTalk,
];
