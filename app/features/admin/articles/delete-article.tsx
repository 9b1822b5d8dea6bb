// Confirms and deletes an article permanently.
import { ConfirmAct } from '#app/platform/acts/confirm.tsx'
import { notDone } from '#app/platform/acts/failure.ts'
import * as t from '#words/admin.ts'
import { deleteArticle } from './article-mutations.ts'

type DeleteArticleProps = {
  article: { id: string; title: string }
  onClose: () => void
  onDeleted?: () => Promise<void>
}

export function DeleteArticle({ article, onClose, onDeleted }: DeleteArticleProps) {
  return (
    <ConfirmAct
      title={t.deleteArticle}
      text={t.areYouSureYouWant(article.title)}
      action={t.deleteArticle2}
      write={(client) => deleteArticle(client, article.id)}
      said={{ title: t.articleDeleted, text: t.hasBeenPermanentlyDeleted(article.title) }}
      onClose={onClose}
      {...(onDeleted ? { onDone: onDeleted } : {})}
      failed={notDone(t.failedToDelete, t.thereWasAnErrorDeleting)}
    />
  )
}
