// Confirms and deletes an article permanently.
import { ConfirmAct } from '#app/platform/acts/confirm.tsx'
import { notDone } from '#app/platform/acts/failure.ts'
import { deleteArticle } from './article-mutations.ts'

type DeleteArticleProps = {
  article: { id: string; title: string }
  onClose: () => void
  onDeleted?: () => Promise<void>
}

export function DeleteArticle({ article, onClose, onDeleted }: DeleteArticleProps) {
  return (
    <ConfirmAct
      title="Delete article"
      text={`Are you sure you want to delete "${article.title}"? This action cannot be undone.`}
      action="Delete Article"
      write={(client) => deleteArticle(client, article.id)}
      said={{ title: 'Article deleted', text: `"${article.title}" has been permanently deleted.` }}
      onClose={onClose}
      {...(onDeleted ? { onDone: onDeleted } : {})}
      failed={notDone('Failed to delete', 'There was an error deleting the article. Please try again.')}
    />
  )
}
