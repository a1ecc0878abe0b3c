package loyalty

import "time"

// blockedYears is how long the data of whoever is archived, or asked to be
// erased, are kept blocked: as long as claims about advertising and consent can
// be made.
const blockedYears = 3

// ErasedCustomerName stands in the place of the name of a customer who was erased.
const ErasedCustomerName = "Cliente borrado"

// Erasure is a customer's request to be forgotten, or what follows from her
// being archived. From then on nobody sees or uses her data; when it is due,
// they are removed.
type Erasure struct {
	BusinessID  string
	CustomerID  string
	RequestedAt time.Time
	DueAt       time.Time
}

// NewErasure is a request made at an instant.
func NewErasure(customerID string, at time.Time) Erasure {
	return Erasure{CustomerID: customerID, RequestedAt: at, DueAt: at.AddDate(blockedYears, 0, 0)}
}
