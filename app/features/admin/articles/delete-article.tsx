// Confirms and deletes an article permanently.
import { ConfirmWrite } from '#app/platform/query/confirm-write.tsx'
import { toastFailure } from '#app/ui/feedback/toast.ts'
import { deleteArticle } from './article-mutations.ts'

type DeleteArticleProps = {
  article: { id: string; title: string }
  onClose: () => void
  onDeleted?: () => Promise<void>
}

export function DeleteArticle({ article, onClose, onDeleted }: DeleteArticleProps) {
  return (
    <ConfirmWrite
      title="Delete article"
      text={`Are you sure you want to delete "${article.title}"? This action cannot be undone.`}
      action="Delete Article"
      write={(client) => deleteArticle(client, article.id)}
      done={{ title: 'Article deleted', text: `"${article.title}" has been permanently deleted.` }}
      onClose={onClose}
      {...(onDeleted ? { onDone: onDeleted } : {})}
      onRefused={(error) => {
        console.warn('article was not deleted', error)
        toastFailure('Failed to delete', 'There was an error deleting the article. Please try again.')
      }}
    />
  )
}
