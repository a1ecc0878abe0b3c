package loyalty

import (
	"encoding/base64"
	"encoding/binary"
	"hash/fnv"
	"strings"
	"time"
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
	Customers          CustomerSet // whom the user served
	RecoveredCustomers RecoveredList
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
	Redeemed         int64 // rewards that the user gave, and that were not taken back
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
	c.Redeemed += other.Redeemed
}

// FirstUncounted returns a day that has not begun in any time zone: from it on there is nothing to count.
func FirstUncounted(now time.Time) Day { return Day(now.UTC().Format(time.DateOnly)).Plus(2) }

// RecoveredVisit is the visit of a customer who had been lost.
type RecoveredVisit struct {
	CustomerID string
	LastDay    Day // of the visit before
}

// RecoveredList is a list of recovered customers as text: the id and the last day of each.
type RecoveredList string

// With returns the list with another visit.
func (l RecoveredList) With(v RecoveredVisit) RecoveredList {
	return RecoveredList(strings.TrimLeft(string(l)+" "+v.CustomerID+" "+string(v.LastDay), " "))
}

// Visits returns the visits of the list.
func (l RecoveredList) Visits() []RecoveredVisit {
	var visits []RecoveredVisit
	parts := strings.Fields(string(l))
	for ; len(parts) >= 2; parts = parts[2:] {
		visits = append(visits, RecoveredVisit{CustomerID: parts[0], LastDay: Day(parts[1])})
	}
	return visits
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

// CustomerHashes is a set of customers of several days: a hash table with open addressing, because a year has half a
// million entries. The zero value is empty.
type CustomerHashes struct {
	slots []uint64 // zero: free; the length is a power of two
	count int
}

// minHashSlots is the first size of the table. It doubles when half full.
const minHashSlots = 64

// Len returns the number of customers.
func (h *CustomerHashes) Len() int { return h.count }

// AddTo adds the customers to a set.
func (s CustomerSet) AddTo(hashes *CustomerHashes) {
	for ; len(s) >= hashChars; s = s[hashChars:] {
		hashes.add(binary.LittleEndian.Uint64([]byte(s[:hashChars])))
	}
}

func (h *CustomerHashes) add(hash uint64) {
	if 2*h.count >= len(h.slots) {
		h.grow()
	}
	at := h.slotOf(hash)
	if h.slots[at] == 0 {
		h.slots[at] = hash
		h.count++
	}
}

// slotOf returns the slot that has a hash, or a free one for it.
func (h *CustomerHashes) slotOf(hash uint64) int {
	const spread = 0x9E3779B97F4A7C15 // 2^64 divided by the golden ratio
	mask := len(h.slots) - 1
	at := int(hash*spread>>32) & mask
	for h.slots[at] != 0 && h.slots[at] != hash {
		at = (at + 1) & mask
	}
	return at
}

func (h *CustomerHashes) grow() {
	former := h.slots
	h.slots = make([]uint64, max(minHashSlots, 2*len(former)))
	for _, hash := range former {
		if hash != 0 {
			h.slots[h.slotOf(hash)] = hash
		}
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
