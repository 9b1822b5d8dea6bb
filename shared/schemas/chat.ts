// The form of a message of the chat.
import * as z from 'zod/mini'
import { CHAT_MESSAGE } from '../limits.ts'
import { text } from './rules.ts'

export const chatMessageSchema = z.object({ message: text('chat_messages_message_length', CHAT_MESSAGE) })
