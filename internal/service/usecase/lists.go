package usecase

import "axioma/internal/store"

// List is a page of a list.
type List[T any] = store.List[T]

// ListedVisit is a visit with the names of its users.
type ListedVisit = store.ListedVisit

// ListedHandoverVisit is a handed-over or waiting visit with names.
type ListedHandoverVisit = store.ListedHandoverVisit

// ListedMessage is a message with the name of its business.
type ListedMessage = store.ListedMessage

// ListRequest asks for a page.
type ListRequest struct {
	Search string
	Limit  int
	Cursor string
}
