// Package loyalty is the domain of Axioma: businesses, customers, cards,
// visits, rewards, families, consents and users, the rules that bind them and
// the reasons with which they refuse.
//
// It knows nothing of SQL, HTTP or JSON, keeps no state and reads no clock:
// time, ids and randomness are handed in. Everything here can be called from
// any goroutine.
package loyalty
