package loyalty

import (
	"encoding/base64"
	"encoding/binary"
	"hash/fnv"
	"strings"
	"time"
)

const (
	// ReturnDays is the time in which a new customer counts as returned.
	ReturnDays = 90
	// ThirdVisitDays is the time in which a new customer comes three times.
	ThirdVisitDays = 180
	// MinForShare is the least number of people for a percentage.
	MinForShare = 20
)

// StaffDay counts a user's acts of a day, also for customers who were erased later.
type StaffDay struct {
	Day    Day
	UserID string
	StaffCounts
	Customers          CustomerSet
	RecoveredCustomers RecoveredList
}

// StaffCounts add up over days.
type StaffCounts struct {
	Visits            int64
	NewCustomers      int64
	ReturnedCustomers int64 // new customers, within ReturnDays
	ReturnedToBarber  int64 // of ReturnedCustomers, served by the same user
	ThirdVisits       int64 // new customers with three days within ThirdVisitDays
	AuthorizedVisits  int64
	UndoneVisits      int64
	DeletedVisits     int64
	RecoveredCount    int64
	RedeemedRewards   int64
}

// Add adds the counts of another day.
func (c *StaffCounts) Add(other StaffCounts) {
	c.Visits += other.Visits
	c.NewCustomers += other.NewCustomers
	c.ReturnedCustomers += other.ReturnedCustomers
	c.ReturnedToBarber += other.ReturnedToBarber
	c.ThirdVisits += other.ThirdVisits
	c.AuthorizedVisits += other.AuthorizedVisits
	c.UndoneVisits += other.UndoneVisits
	c.DeletedVisits += other.DeletedVisits
	c.RecoveredCount += other.RecoveredCount
	c.RedeemedRewards += other.RedeemedRewards
}

// FirstUncounted returns a day that has not begun in any time zone.
func FirstUncounted(now time.Time) Day { return Day(now.UTC().Format(time.DateOnly)).Plus(2) }

// RecoveredVisit is a lost customer's visit.
type RecoveredVisit struct {
	CustomerID string
	LastDay    Day // before this visit
}

// RecoveredList encodes ids and last days as text.
type RecoveredList string

// With returns the list with another visit added.
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

// CustomerSet concatenates 8-character hashes (48 bits). For 20,000 customers, a collision is less likely than one in a
// million.
type CustomerSet string

const (
	hashBytes = 6
	hashChars = 8
)

// With returns the set with another customer. It does not check for duplicates.
func (s CustomerSet) With(customerID string) CustomerSet {
	sum := fnv.New64a()
	sum.Write([]byte(customerID))
	var hash [8]byte
	binary.BigEndian.PutUint64(hash[:], sum.Sum64())
	return s + CustomerSet(base64.RawURLEncoding.EncodeToString(hash[:hashBytes]))
}

// CustomerHashes is the union of sets: a hash table with open addressing, because a year has half a million entries.
type CustomerHashes struct {
	slots []uint64 // 0: free; the length is a power of two
	count int
}

const minHashSlots = 64

// Len returns the number of customers.
func (h *CustomerHashes) Len() int { return h.count }

// AddTo adds the set's customers to a union.
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

// Count adds to both numbers.
func (s *Share) Count(part, total int64) { s.Part, s.Total = s.Part+part, s.Total+total }

// Percent returns the rounded percentage; false below MinForShare people.
func (s Share) Percent() (int64, bool) {
	if s.Total < MinForShare {
		return 0, false
	}
	return (200*s.Part + s.Total) / (2 * s.Total), true
}
