package loyalty

import "time"

// blockedYears: claims about consent are possible until then.
const blockedYears = 3

// ErasedCustomerName replaces the name.
const ErasedCustomerName = "Cliente borrado"

// Erasure is requested, or follows archiving.
type Erasure struct {
	BusinessID  string
	CustomerID  string
	RequestedAt time.Time
	DueAt       time.Time
}

// NewErasure is requested now.
func NewErasure(customerID string, at time.Time) Erasure {
	return Erasure{CustomerID: customerID, RequestedAt: at, DueAt: at.AddDate(blockedYears, 0, 0)}
}
