import { atlasConversations } from './atlas';
import { editorialConversations } from './editorial';
import { generalConversations } from './general';
import { privateConversations } from './private';
import { productionConversations } from './production';

export const allConversations = [
  ...generalConversations,
  ...atlasConversations,
  ...editorialConversations,
  ...productionConversations,
  ...privateConversations,
];
