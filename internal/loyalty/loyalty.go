// Package loyalty is the domain of Axioma: businesses, customers, cards, visits, rewards, families, consents and users,
// with their rules and refusals.
//
// It knows nothing of SQL, HTTP or JSON, keeps no state and reads no clock: time, ids and randomness are arguments. All
// functions are safe for concurrent use.
package loyalty
