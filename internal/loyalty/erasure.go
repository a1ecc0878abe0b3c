package loyalty

import "time"

// blockedYears is the limitation period for advertising and consent.
const blockedYears = 3

// ErasedCustomerName replaces an erased customer's name.
const ErasedCustomerName = "Cliente borrado"

// ArchivedCustomerName stands for archived customers in reports.
const ArchivedCustomerName = "Cliente archivado"

// Erasure is scheduled by a request to be forgotten, or by archiving.
type Erasure struct {
	CustomerID  string
	RequestedAt time.Time
	DueAt       time.Time
}

// NewErasure returns a request of this instant.
func NewErasure(customerID string, at time.Time) Erasure {
	return Erasure{CustomerID: customerID, RequestedAt: at, DueAt: at.AddDate(blockedYears, 0, 0)}
}
