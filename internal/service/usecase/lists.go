package usecase

import "axioma/internal/store"

// Listed is a page of a list.
type Listed[T any] = store.Listed[T]

// ListedVisit has its users' names.
type ListedVisit = store.ListedVisit

// ListedHanded waits for the owner.
type ListedHanded = store.ListedHandoverVisit

// ListedMessage has its business's name.
type ListedMessage = store.ListedMessage

// ListRequest asks for a page.
type ListRequest struct {
	Search string
	Limit  int
	Cursor string
}
