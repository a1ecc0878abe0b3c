// Package loyalty is the domain: businesses, customers, cards, visits, rewards, families, consents and users.
//
// It has no SQL, HTTP, JSON, state or clock: time, ids and randomness are arguments. Functions are safe for concurrent
// use.
package loyalty
