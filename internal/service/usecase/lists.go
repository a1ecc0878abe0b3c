package usecase

import "axioma/internal/store"

// Listed is a page of a list.
type Listed[T any] = store.Listed[T]

// ListedVisit is a visit with the names of those who registered it.
type ListedVisit = store.ListedVisit

// ListedHanded is a visit about which the owner decides, with names.
type ListedHanded = store.ListedHanded

// ListedMessage is a message with the name of the business that sends it.
type ListedMessage = store.ListedMessage

// ListRequest asks for a page of a list.
type ListRequest struct {
	Search string
	Limit  int
	Cursor string
}
