package usecase

import "axioma/internal/store"

// Listed is a page of a list.
type Listed[T any] = store.Listed[T]

// ListedVisit is a visit with the names of the users who registered and authorised it.
type ListedVisit = store.ListedVisit

// ListedHanded is a visit that waits for the owner's decision, with names.
type ListedHanded = store.ListedHandoverVisit

// ListedMessage is a message with the name of its business.
type ListedMessage = store.ListedMessage

// ListRequest asks for a page of a list.
type ListRequest struct {
	Search string
	Limit  int
	Cursor string
}
