package loyalty

import "time"

// blockedYears is how long blocked data are kept: claims about advertising and consent are possible until then.
const blockedYears = 3

// ErasedCustomerName replaces the name of an erased customer.
const ErasedCustomerName = "Cliente borrado"

// Erasure is a request to be forgotten, or the result of archiving.
type Erasure struct {
	BusinessID  string
	CustomerID  string
	RequestedAt time.Time
	DueAt       time.Time
}

// NewErasure returns a request made at this instant.
func NewErasure(customerID string, at time.Time) Erasure {
	return Erasure{CustomerID: customerID, RequestedAt: at, DueAt: at.AddDate(blockedYears, 0, 0)}
}
