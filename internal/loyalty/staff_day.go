package loyalty

import (
	"encoding/base64"
	"encoding/binary"
	"hash/fnv"
)

const (
	// ReturnDays is the time in which a new customer comes back, or not.
	ReturnDays = 90
	// ThirdVisitDays is the time in which a new customer comes at least three times, or not.
	ThirdVisitDays = 180
	// MinForShare is the smallest number of people of which a percentage is shown.
	MinForShare = 20
)

// StaffDay counts what a user did on the visits of a day. Deleted customers' visits count.
type StaffDay struct {
	Day    Day
	UserID string
	StaffCounts
	Customers CustomerSet // whom the user served
}

// StaffCounts are the counts of a StaffDay that can be added up over days.
type StaffCounts struct {
	Visits           int64 // registered and not deleted
	NewCustomers     int64 // customers with their first visit ever
	Returned         int64 // of the new ones, who came again within ReturnDays
	ReturnedToBarber int64 // of these, who came to the same user
	ThirdVisits      int64 // of the new ones, who came on three days within ThirdVisitDays
	Authorized       int64 // further visits of a day that the user allowed
	Undone           int64 // own visits that the user removed within VisitUndoWindow
	Deleted          int64 // other visits that the user removed
	Recovered        int64 // customers who had been lost by the rhythm of their visits
}

// Add adds other counts.
func (c *StaffCounts) Add(other StaffCounts) {
	c.Visits += other.Visits
	c.NewCustomers += other.NewCustomers
	c.Returned += other.Returned
	c.ReturnedToBarber += other.ReturnedToBarber
	c.ThirdVisits += other.ThirdVisits
	c.Authorized += other.Authorized
	c.Undone += other.Undone
	c.Deleted += other.Deleted
	c.Recovered += other.Recovered
}

// CustomerSet is a set of customers as text: 8 characters for each, a hash of 48 bits. Two of 20,000 customers share a
// hash with a probability below one in a million.
type CustomerSet string

const (
	hashBytes = 6
	hashChars = 8
)

// With returns the set with a customer, who must not be in it.
func (s CustomerSet) With(customerID string) CustomerSet {
	sum := fnv.New64a()
	sum.Write([]byte(customerID))
	var hash [8]byte
	binary.BigEndian.PutUint64(hash[:], sum.Sum64())
	return s + CustomerSet(base64.RawURLEncoding.EncodeToString(hash[:hashBytes]))
}

// CustomerHashes is a set of customers of several days.
type CustomerHashes map[[hashChars]byte]struct{}

// AddTo adds the customers to a set.
func (s CustomerSet) AddTo(hashes CustomerHashes) {
	for ; len(s) >= hashChars; s = s[hashChars:] {
		hashes[[hashChars]byte([]byte(s[:hashChars]))] = struct{}{}
	}
}

// Share is a part of a number of people.
type Share struct{ Part, Total int64 }

// Count adds people to both numbers.
func (s *Share) Count(part, of int64) { s.Part, s.Total = s.Part+part, s.Total+of }

// Percent returns the rounded percentage, or false for fewer than MinForShare people.
func (s Share) Percent() (int64, bool) {
	if s.Total < MinForShare {
		return 0, false
	}
	return (200*s.Part + s.Total) / (2 * s.Total), true
}
