package httpapi

import (
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"axioma/internal/loyalty"
)

func (s *site) createFamilies(names ...string) {
	s.t.Helper()
	for _, name := range names {
		s.call(asAdmin, http.MethodPost, "/families", fmt.Sprintf(`{"name":%q}`, name)).has(http.StatusCreated, `"membersCount":0`, `"policy":"POOL"`)
	}
}

// Spec: families-1, families-3
func TestFamilyList_Pages_ListEachOnceInSpanishOrder(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.createFamilies("Zamora", "ñíguez", "Nuria", "Álvarez", "nube", "Óscar", "alonso", "Oñate")
	s.Family(loyalty.PolicyPool)
	deletedFamily := s.Family(loyalty.PolicyPool)
	s.call(asAdmin, http.MethodDelete, "/families/"+deletedFamily.ID, "").has(http.StatusOK)
	s.other.Family(loyalty.PolicyPool)
	var list page
	s.call(asBarber, http.MethodGet, "/families", "").has(http.StatusOK).into(&list)
	var names []string
	for _, item := range list.Items {
		names = append(names, item.Name)
	}
	want := []string{"alonso", "Álvarez", "Familia", "nube", "Nuria", "ñíguez", "Oñate", "Óscar", "Zamora"}
	if !slices.Equal(names, want) {
		t.Errorf("the order is %q, want %q", names, want)
	}
	whole := s.walk(asBarber, "/families", 1000)
	for _, limit := range []int{1, 2, 4, len(want)} {
		if got := s.walk(asBarber, "/families", limit); !slices.Equal(got, whole) {
			t.Errorf("pages of %d give another list: %v, want %v", limit, got, whole)
		}
	}
}

func TestFamilySearch_PartOfName_Finds(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.createFamilies("Familia Núñez Peña", "Familia 100% Rojas")
	s.other.Family(loyalty.PolicyPool)
	for q, want := range map[string]int{"nunez": 1, "PEÑA": 1, "nez pe": 1, "familia": 2, "": 2, "%": 1, "_": 0, "'": 2, "' or 1=1": 0} {
		var matches page
		s.call(asBarber, http.MethodGet, "/families?q="+url.QueryEscape(q), "").has(http.StatusOK).into(&matches)
		if len(matches.Items) != want || matches.Total != want {
			t.Errorf("q=%q finds %d, total %d; want %d", q, len(matches.Items), matches.Total, want)
		}
	}
	var all page
	s.call(asAdmin, http.MethodGet, "/families?q=rojas", "").into(&all)
	s.call(asAdmin, http.MethodPatch, "/families/"+all.Items[0].ID, `{"name":"Familia Vera"}`).has(http.StatusOK)
	s.call(asAdmin, http.MethodGet, "/families?q=rojas", "").has(http.StatusOK, `"total":0`)
	s.call(asAdmin, http.MethodGet, "/families?q=vera", "").has(http.StatusOK, `"total":1`)
}

// Spec: entities-13, calls-32
func TestFamily_MembersJoinAndLeave_ChangesTheCard(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	ana, eva := s.Customer("Ana"), s.Customer("Eva")
	s.Visits(ana, 3)
	path := "/families/" + s.Family(loyalty.PolicyPool).ID
	join := func(customer loyalty.Customer, role string) answer {
		return s.call(asAdmin, http.MethodPost, path+"/members", fmt.Sprintf(`{"customerId":%q,"role":%q}`, customer.ID, role))
	}
	s.call(asAdmin, http.MethodGet, path+"/members/"+ana.ID+"/preview", "").has(http.StatusOK,
		`"customerName":"Ana","before":{"cardId":`, `"cardKind":"INDIVIDUAL","familyName":null,"count":3`, `"cardKind":"FAMILY","familyName":"Familia","count":0`)
	join(eva, "PRIMARY").has(http.StatusCreated, `"membersCount":1`, `"role":"PRIMARY"`)
	join(ana, "PRIMARY").has(http.StatusCreated, `{"id":"`+strings.TrimPrefix(path, "/families/")+`","name":"Familia"`,
		`"members":[{"customerId":"`+ana.ID+`","name":"Ana","phone":"`+ana.Phone+`","role":"PRIMARY"`, `"role":"ADULT"`)
	join(ana, "CHILD").has(http.StatusConflict, "IN_ANOTHER_FAMILY")
	s.call(asAdmin, http.MethodDelete, path, "").has(http.StatusConflict, "FAMILY_NOT_EMPTY", "solo se puede eliminar vacía")

	s.Visits(eva, 5)
	s.call(asBarber, http.MethodGet, path, "").has(http.StatusOK, `"card":{"count":5,"target":10,"halfMilestone":5,"rewards":[{"id":`, `"kind":"HALF"`).
		lacks(ana.Phone, eva.Phone)
	s.call(asOwner, http.MethodGet, path+"/policy/preview?policy=INDIVIDUAL", "").has(http.StatusOK, `"total":2`, `"count":3`, `"count":5`)
	s.call(asOwner, http.MethodPatch, path, `{"policy":"INDIVIDUAL"}`).has(http.StatusOK, `"policy":"INDIVIDUAL","membersCount":2`)
	s.call(asOwner, http.MethodPatch, path+"/members/"+eva.ID+"/role", `{"role":"CHILD"}`).has(http.StatusOK, `"role":"CHILD"`)
	for _, member := range []loyalty.Customer{ana, eva} {
		s.call(asOwner, http.MethodDelete, path+"/members/"+member.ID, "").has(http.StatusOK)
		s.call(asOwner, http.MethodDelete, path+"/members/"+member.ID, "").has(http.StatusNotFound, "MEMBER_NOT_FOUND")
	}
	s.call(asOwner, http.MethodDelete, path, "").has(http.StatusOK, `"ok":true`)
	s.call(asOwner, http.MethodGet, path, "").has(http.StatusNotFound, "FAMILY_NOT_FOUND")
}

func TestCreateFamily_SameKey_MakesOne(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	for range 2 {
		request := s.request(asAdmin, http.MethodPost, "/families", `{"name":"Familia Rojas"}`)
		request.Header.Set("Idempotency-Key", "once")
		s.send(request).has(http.StatusCreated)
	}
	s.call(asAdmin, http.MethodGet, "/families", "").has(http.StatusOK, `"total":1`)
}

func TestRewards_CardID_NamesTheOwingCard(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	ana := s.Register("Ana")
	s.Family(loyalty.PolicyPool, ana)
	s.Visits(ana, 5)
	var got Progress
	s.call(asBarber, http.MethodGet, "/customers/"+ana.ID+"/progress", "").has(http.StatusOK).into(&got)
	isFamilyReward := map[loyalty.RewardKind]bool{}
	for _, reward := range got.Rewards {
		isFamilyReward[reward.Kind] = reward.CardID == got.CardID && reward.CardID != ""
	}
	if want := map[loyalty.RewardKind]bool{loyalty.RewardHalf: true, loyalty.RewardWelcome: false}; !maps.Equal(isFamilyReward, want) {
		t.Errorf("marked as the family's are %v, want %v", isFamilyReward, want)
	}
}

func TestFamilyOffer_Guardian_IsOneFamily(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	ana := s.Customer("Ana")
	var leo Customer
	s.call(asAdmin, http.MethodPost, "/customers/"+ana.ID+"/children", childBody).has(http.StatusCreated).into(&leo)
	s.call(asBarber, http.MethodPost, "/customers/"+leo.ID+"/visits", "").has(http.StatusCreated)
	path := "/customers/" + ana.ID + "/family"
	s.call(asBarber, http.MethodGet, path+"/offer", "").has(http.StatusForbidden)
	var offer FamilyOffer
	s.call(asAdmin, http.MethodGet, path+"/offer", "").has(http.StatusOK, `"familyId":null,"name":"Familia de Ana","policy":"POOL"`,
		`"customerName":"Leo Gil","before":{"cardId":`, `"count":1`, `"cardKind":"FAMILY","familyName":"Familia de Ana","count":0`).into(&offer)
	s.call(asAdmin, http.MethodPost, path, `{"customerIds":[]}`).has(http.StatusUnprocessableEntity)
	s.call(asAdmin, http.MethodPost, path, `{"customerIds":["`+ana.ID+`"]}`).has(http.StatusConflict, "FAMILY_OFFER_CHANGED")
	s.call(asAdmin, http.MethodPost, path, `{"familyId":null,"customerIds":["`+leo.ID+`","`+ana.ID+`"]}`).
		has(http.StatusCreated, `"name":"Familia de Ana"`, `"membersCount":2`, `"role":"PRIMARY"`, `"role":"CHILD"`)
	s.call(asAdmin, http.MethodGet, path+"/offer", "").has(http.StatusOK, `"effects":[]`)
	s.call(asForeignOwner, http.MethodGet, path+"/offer", "").has(http.StatusNotFound, "CUSTOMER_NOT_FOUND")
}
