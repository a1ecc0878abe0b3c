package loyalty

import "time"

// blockedYears is how long claims about advertising and consent can be made.
const blockedYears = 3

// ErasedCustomerName replaces an erased customer's name.
const ErasedCustomerName = "Cliente borrado"

// ArchivedCustomerName is shown where a report counts an archived customer, whose name no list has.
const ArchivedCustomerName = "Cliente archivado"

// Erasure is scheduled by a customer's request to be forgotten, or when they are archived.
type Erasure struct {
	CustomerID  string
	RequestedAt time.Time
	DueAt       time.Time
}

// NewErasure returns a request of this instant.
func NewErasure(customerID string, at time.Time) Erasure {
	return Erasure{CustomerID: customerID, RequestedAt: at, DueAt: at.AddDate(blockedYears, 0, 0)}
}
