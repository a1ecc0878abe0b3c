package service_test

import "pgregory.net/rapid"

// seal seals all rows. An act of the program must not look like a change by hand.
func (m *machine) seal(t *rapid.T) { m.shop.Town.MustMatchChains(t) }
